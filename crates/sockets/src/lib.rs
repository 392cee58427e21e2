//! Socket.IO 5 over Engine.IO 4: websocket and polling, events in order, bounded.
