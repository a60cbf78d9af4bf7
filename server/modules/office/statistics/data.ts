import type { ModuleData } from '#server/platform/module-data.ts'

export const statisticsData = {
  tables: {
    daily_statistics: { app: 'write', impersonal: 'counts of a day' },
    statistics_progress: { app: 'write', impersonal: 'how far days were counted' },
  },
} satisfies ModuleData
