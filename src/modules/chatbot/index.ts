export { prepareLanguages } from './language/detect-language';
