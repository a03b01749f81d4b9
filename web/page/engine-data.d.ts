// Made by vite.report.config.ts: files as gzip in base64.
declare module "virtual:engine" {
  export const module: string;
  export const data: string;
  export const places: number[];
}
