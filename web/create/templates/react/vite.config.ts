// Sends `/api` on to the back end.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  server: { proxy: { "/api": process.env.BACKEND_URL ?? "http://127.0.0.1:3001" } },
});
