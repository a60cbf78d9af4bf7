import type { ModuleData } from '#server/platform/module-data.ts'

export const searchData = {
  tables: {
    trips_on_sale: {
      app: 'write',
      impersonal: 'a copy of trips for the search, without its driver',
    },
    search_misses: {
      app: 'write',
      impersonal: 'how often a search found nothing, not whose; deleted after 13 months',
    },
  },
  functions: ['refresh_trip_on_sale', 'sold_at_once_to'],
  innerFunctions: ['follow_seats', 'follow_trip'],
} satisfies ModuleData
