import { pageConfig } from '../shared/page-config';
import { retryImports } from '../shared/retry-imports';
import { emergencyNumbersPlugin } from './emergency/emergency-numbers-plugin';
import { firstAidPlugin } from './first-aid/first-aid-plugin';

export default pageConfig('chat', {
  assetsDir: 'chat/assets',
  plugins: [emergencyNumbersPlugin(), firstAidPlugin(), retryImports()],
});
