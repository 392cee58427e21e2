// The script-tag embed.
export {};
