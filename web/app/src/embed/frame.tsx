// The page that other sites put in a frame.
export {};
