// Sends `/api` on to the back end of ../node-backend, in development and in preview alike.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The packages are links into this checkout, which has a React of its own; installed from a registry they need no such line.
  resolve: { dedupe: ["react", "react-dom"] },
  server: { proxy: { "/api": process.env.BACKEND_URL ?? "http://127.0.0.1:3001" } },
});
