import { z } from 'zod'
import { CalendarDate, Instant, PesosSum } from './common.ts'
import { DASHBOARD_DAYS, FUNNEL_STEPS } from './dashboard-limits.ts'
import { get } from './route.ts'

const count = z.int().min(0)

const TripTotals = z.object({
  published: count,
  completed: count,
  seatsOffered: count,
  seatsSold: count,
  seatsTravelled: count,
})

/** Top-ups by number and pesos; pesos of fares, commission and withdrawals paid to banks. */
const MoneyTotals = z.object({
  credited: count,
  pesos: PesosSum,
  declined: count,
  fares: PesosSum,
  commission: PesosSum,
  payouts: PesosSum,
})

/**
 * Money in pesos at the end of a day, by the ledger. `owed`: debts of people to Cupo. `float`:
 * money of people, in wallets or on its way back to a card. `inBank`: money at the gateway and the
 * bank; the difference to the float is Cupo's.
 */
const Money = z.object({
  free: PesosSum,
  held: PesosSum,
  owed: PesosSum,
  float: PesosSum,
  inBank: PesosSum,
})

/** Answer times in minutes; null when nothing was answered. */
const Times = z.object({
  answered: count,
  medianMinutes: count.nullable(),
  p90Minutes: count.nullable(),
})

const Period = <T extends z.ZodType>(of: T) => z.object({ current: of, before: of })

const Funnel = z.record(z.enum(FUNNEL_STEPS), count)

const Place = z.object({ placeId: z.string(), name: z.string(), lat: z.number(), lng: z.number() })

export const Dashboard = z.object({
  days: z.int(),
  /** First and last day shown; the last day is today and incomplete. */
  since: CalendarDate,
  until: CalendarDate,
  /** First day that is not counted yet, so sums are too small; null when all days are counted. */
  countingFrom: CalendarDate.nullable(),
  trips: Period(TripTotals).extend({ byDay: z.array(TripTotals.extend({ date: CalendarDate })) }),
  /** For team members with access to money; null for others. */
  money: Period(MoneyTotals)
    .extend({
      now: Money,
      /** Withdrawals that have not ended. */
      due: z.object({ count, pesos: PesosSum }),
      /** Last comparison of the ledger with the gateway, and last day of a bank statement. */
      compared: z.object({ gatewayAt: Instant.nullable(), bankUntil: CalendarDate.nullable() }),
      byDay: z.array(MoneyTotals.extend({ date: CalendarDate }).extend(Money.shape)),
      /** Texts to telephones of the last three months (`2026-11`), and what they cost. */
      texts: z.array(
        z.object({
          month: z.string(),
          channel: z.enum(['whatsapp', 'sms']),
          count,
          pesos: PesosSum,
        }),
      ),
    })
    .nullable(),
  /** Number of people who signed up in the period, by the step that they have reached so far. */
  funnel: Period(Funnel),
  /**
   * Drivers who were asked on a Thursday to publish again, and a random fifth who were not, with
   * how many of each published within 7 days; of those whose 7 days ended in the period.
   */
  nudges: z.object({ told: count, toldPublished: count, control: count, controlPublished: count }),
  /**
   * Bookings that lists made and those made by hand while a list of the same way and day waited, by
   * the day of travel; turns that lists missed; bookings given up, and those sold again.
   */
  lists: z.object({
    bought: count,
    passedOver: count,
    jumped: count,
    givenBack: count,
    resold: count,
  }),
  times: z.object({ verification: Period(Times), support: Period(Times), safety: Period(Times) }),
  corridors: z.array(z.object({ from: Place, to: Place, seatsOffered: count, seatsSold: count })),
  demand: z.array(
    z.object({ from: Place, to: Place, missedSearches: count, alerts: count, requests: count }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const statistics = {
  showDashboard: get('/admin/dashboard', {
    auth: { permission: 'dashboard.view' },
    summary: 'Show figures of trips, money and people',
    description:
      'Returns figures of the last 7, 30 or 90 days and of as many before. Past days come from ' +
      'a table that a job fills; the last days are counted when asked, at most once a minute. ' +
      'Needs the permission `dashboard.view`; money only with `payments.cases`.',
    query: z.strictObject({ days: z.enum(DASHBOARD_DAYS).default('30') }),
    ok: Dashboard,
    limit: { max: 120, windowSeconds: 600, by: 'user' },
  }),
}
