// What the bundler knows and TypeScript does not: the languages of web/locales, by their tags; and that a style sheet is
// imported as its text.
declare const TES_LANGUAGES: string[];
declare module "*.css" {
  const text: string;
  export default text;
}
