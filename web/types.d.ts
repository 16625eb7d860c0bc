// What the bundler knows and TypeScript does not: the languages of web/locales, by their tags, and those which have another form of
// address ("de-x-formal"); the lines of en.json that a bundle needs; and that a style sheet is imported as its text.
declare const TES_LANGUAGES: string[];
declare const TES_FORMS: string[];
declare const TES_ENGLISH: Record<string, string>;
declare module "*.css" {
  const text: string;
  export default text;
}
