export { DELETE_VIEWS, LIST_VIEWS } from './views.sql';
