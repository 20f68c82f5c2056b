export { loadLanguageWords } from './language/detect-language';
