export { prepareAssistant } from './prepare-assistant';
export { DELETE_STORED_RESPONSES } from './conversations/conversations.sql';
export { URGENCY } from './messages/urgency.sql';
export { ACCOUNT_DIGEST } from './ratings/ratings.sql';
export { DELETE_AND_COUNT_REPLIES } from './ratings/reply-counts.sql';
