import { pageConfig } from '../shared/page-config';
import { retryImports } from '../shared/retry-imports';

export default pageConfig('chat', { assetsDir: 'chat/assets', plugins: [retryImports()] });
