import { pageConfig } from '../shared/page-config';

export default pageConfig('chat-worker', { assetsDir: 'chat/worker', plugins: [] });
