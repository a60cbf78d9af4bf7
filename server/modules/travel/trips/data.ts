import { columnOf } from '#server/platform/db/columns.ts'
import { ACCOUNTS_BY_LAW, type ModuleData } from '#server/platform/module-data.ts'
import { listTripsBeforeClosing, termKeys } from './trips.queries.ts'

export const tripsData = {
  tables: {
    trips: {
      app: 'write',
      title: 'Viajes que publicaste',
      why: 'what passengers book',
      of: ['driver_id'],
      take: [
        'id',
        'status',
        'departs_at',
        'arrives_at',
        ...termKeys.map(columnOf),
        'created_at',
        'cancelled_at',
        'cancel_reason',
        'completed_at',
        'en_route_pickups',
        'quote',
        'vehicle_id',
      ],
      leave: {
        'a step of the program': ['corridor_id', 'declared_seqs', 'price_cumulative', 'revision'],
      },
      // Columns with free text.
      erase: { clear: { notes: null, cancel_reason: null } },
      closing: listTripsBeforeClosing,
      keep: { always: ACCOUNTS_BY_LAW },
    },
    trip_seats: { app: 'write', impersonal: 'how many seats are free' },
    trip_stop_points: { app: 'write', impersonal: 'meeting points of a trip' },
  },
  functions: [
    'audience_of_trip',
    'free_extra_stops',
    'kept_out',
    'return_seats',
    'return_seats_of',
    'road_point',
    'sold_at_once',
    'sold_seats',
    'take_seats',
    'trip_prefers',
    'used_extra_stops',
  ],
  innerFunctions: ['keep_road_stops', 'take_extra_stops', 'take_seats_of'],
} satisfies ModuleData
