// Style sheets arrive as text that the build has minified.
declare module "*.css?inline" {
  const css: string;
  export default css;
}
