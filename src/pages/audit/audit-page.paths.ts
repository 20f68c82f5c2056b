export const AUDIT_PAGE_PATH = '/admin/audit';
export const AUDIT_STYLE_PATH = '/admin/audit/style.css';
