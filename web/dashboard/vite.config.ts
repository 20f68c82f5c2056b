import { pageConfig } from '../shared/page-config';
import { retryImports } from '../shared/retry-imports';
import { unusedPlotParts } from './charts/unused-plot-parts';
import { africaPlugin } from './map/africa-plugin';

export default pageConfig('dashboard', {
  assetsDir: 'dashboard/assets',
  plugins: [africaPlugin(), unusedPlotParts(), retryImports()],
});
