export { prepareAssistant } from './prepare-assistant';
