/** Lets the browser store the page for times without a connection, after everything that it shows is loaded. */
export function registerWorker(): void {
  // Absent over plain HTTP and in private windows of some browsers; Vite's development server has no stored page.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/chat/service-worker.js', { scope: '/chat' });
  } catch {
    // The page works without it, and tries again when it is opened again.
  }
}
