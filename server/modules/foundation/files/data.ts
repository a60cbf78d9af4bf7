import type { ModuleData } from '#server/platform/module-data.ts'

export const filesData = {
  tables: {
    browser_errors: {
      app: 'write',
      impersonal: 'scrubbed messages of programs, by day and page; deleted after 30 days',
    },
    browser_vitals: {
      app: 'write',
      impersonal: 'how fast pages open, by day and page; deleted after 30 days',
    },
  },
} satisfies ModuleData
