/**
 * Files of the site and the files that replace them in the build of the app, with the same exports.
 */
export const REPLACED: Readonly<Record<string, string>> = {
  'web/lib/site.ts': 'web/app/site.ts',
  'web/lib/api-fetch.ts': 'web/app/api-fetch.ts',
  'web/lib/token-storage.ts': 'web/app/token-storage.ts',
  'web/offline/register-worker.ts': 'web/app/register-worker.ts',
  'web/lib/save-file.ts': 'web/app/save-file.ts',
  'web/shared/access/oauth/provider-exit.ts': 'web/app/provider-exit.ts',
  'web/shared/notifications/push.ts': 'web/app/push.ts',
  'web/shared/payments/send-form.ts': 'web/app/send-form.ts',
}
