export const AUDIT_PAGE_PATH = '/admin/audit';
