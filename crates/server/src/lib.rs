//! The rim: HTTP routes and sockets that carry inputs in and effects out.
