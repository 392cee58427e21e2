//! Every message on the wire as a plain type.
