import { beforeAll, expect, it } from 'vitest'
import { registry } from '#server/modules.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, type TestTrip } from '#test/trip-factories.ts'
import { purgeOldData } from './retention.ts'

let test: TestApp
let person: TestUser
let trip: TestTrip

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  person = await aUser(test.deps)
  trip = await aTrip(test.deps)
})

/** Minimal rows for each table with a time limit in the registry; `$1` is the instant. */
const rows: Record<string, (at: string) => [text: string, values: unknown[]][]> = {
  barred_identities: (at) => [
    [
      `insert into barred_identities 
       values (decode(md5($1), 'hex'), $2, $1::timestamptz, $1::timestamptz)`,
      [at, person.userId],
    ],
  ],
  mail_suppressions: (at) => [
    [
      `insert into mail_suppressions (address_hash, user_id, reply, refused_at)
       values (decode(md5($1) || md5($1), 'hex'), $2, '550 5.1.1', $1::timestamptz)`,
      [at, person.userId],
    ],
  ],
  sent_texts: (at) => [
    [
      `insert into sent_texts (id, user_id, channel, path, pesos, sent_at)
       values ($2, $3, 'sms', '/trips', 220, $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  conduct_cases: (at) => {
    const id = newId()
    return [
      [
        `insert into conduct_cases (id, kind, user_id, reporter_id, subject_kind, subject_id,
          reason,
           created_at, decided_at, outcome)
         values ($2, 'report', $3, $4, 'user', $3, 'other', $1::timestamptz, $1::timestamptz,
           'nothing')`,
        [at, id, trip.driver.userId, person.userId],
      ],
      [`insert into conduct_photos values ($2, $3, 'x', $1::timestamptz)`, [at, newId(), id]],
    ]
  },
  gateway_events: (at) => [
    [
      `insert into gateway_events (id, checksum, transaction_id, event_status, raw, received_at,
         processed_at)
       values ($2, ($2::uuid)::text, 'x', 'APPROVED', '', $1::timestamptz, $1::timestamptz)`,
      [at, newId()],
    ],
  ],
  payout_events: (at) => [
    [
      `insert into payout_events (id, checksum, payout_id, transaction_id, event_status, raw,
         received_at, processed_at)
       values ($2, ($2::uuid)::text, 'x', 'x', 'APPROVED', '', $1::timestamptz, $1::timestamptz)`,
      [at, newId()],
    ],
  ],
  duty_hours: (at) => [
    [
      `insert into duty_hours (user_id, hour, is_backup, shift_id, series_id, set_by, set_at)
       values ($3, date_trunc('hour', $1::timestamptz), false, $2, $2, $3, $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  ride_requests: (at) => {
    const alert = newId()
    return [
      [
        `insert into trip_alerts (id, user_id, from_place, to_place, since, until, seats, status,
           created_at)
         values ($2, $3, '11001', '76001', ($1::timestamptz)::date, ($1::timestamptz)::date, 1,
           'active', $1::timestamptz)`,
        [at, alert, person.userId],
      ],
      [
        `insert into ride_requests (id, user_id, from_place, to_place, earliest, latest, seats,
           max_price, alert_id, made_alert, created_at)
         values ($2, $3, '11001', '76001', $1::timestamptz - interval '1 hour', $1::timestamptz, 1,
           10000, $4, true, $1::timestamptz)`,
        [at, newId(), person.userId, alert],
      ],
    ]
  },
  safe_point_reports: (at) => [
    [
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at)
       values ($2, '11001', 'El Salitre', 'terminal', 4.6, -74.1, false, 'Calle 1', 'vetted',
         $1::timestamptz)`,
      [at, newId()],
    ],
    [
      `insert into safe_point_reports (id, safe_point_id, reporter_id, reason, created_at,
         resolved_at)
       values ($2, (select id from safe_points limit 1), $3, 'gone', $1::timestamptz,
         $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  sanction_appeals: (at) => {
    const id = newId()
    return [
      [
        `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
         values ($2, $2, $3, 'warned', $1::timestamptz, 'Por la prueba.', ($2::uuid)::text)`,
        [at, id, person.userId],
      ],
      [
        `insert into sanction_appeals (sanction_id, user_id, statement, created_at, answered_at,
           is_upheld, answer)
         values ($2, $3, 'No.', $1::timestamptz, $1::timestamptz, false, 'Se mantiene.')`,
        [at, id, person.userId],
      ],
      [`insert into appeal_photos values ($2, $3, 'x', $1::timestamptz)`, [at, newId(), id]],
    ]
  },
  hearing_photos: (at) => [
    [
      `insert into hearing_photos values ($2, $3, $4, 'x', $1::timestamptz)`,
      [at, newId(), newId(), person.userId],
    ],
  ],
  seat_keeps: (at) => [
    [
      `insert into seat_keeps (id, trip_id, passenger_id, from_seq, to_seq, seats, revision, status,
         created_at, expires_at, closed_at)
       values ($2, $3, $4, 0, 1, 1, 1, 'expired', $1::timestamptz - interval '1 hour',
         $1::timestamptz, $1::timestamptz)`,
      [at, newId(), trip.tripId, person.userId],
    ],
  ],
  support_tickets: (at) => {
    const id = newId()
    return [
      [
        `insert into support_tickets (id, user_id, kind, status, created_at, last_at, resolved_at)
         values ($2, $3, 'other', 'resolved', $1::timestamptz, $1::timestamptz, $1::timestamptz)`,
        [at, id, person.userId],
      ],
      [
        `insert into support_messages (id, ticket_id, seq, kind, body_sealed, created_at)
         values ($2, $2, 1, 'person', 'x', $1::timestamptz)`,
        [at, id],
      ],
      [
        `insert into support_attachments values ($2, $3, $3, 'x', $1::timestamptz)`,
        [at, newId(), id],
      ],
    ]
  },
  team_invitations: (at) => [
    [
      `insert into team_invitations (id, email, email_key, roles, reason, proposed_by, proposed_at,
         by_only_admin, expires_at)
       values ($2, 'a@b.co', md5($1), '{support}', 'x', $3, $1::timestamptz, false,
         $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  signature_lapses: (at) => [
    [
      `insert into signature_lapses values ($2, 'credit', $2, $3, 'time', $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  desk_notes: (at) => [
    [
      `insert into desk_notes
       values ($2, 'user', $3, $3, $3, 'Llamó y quedó todo claro.', $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  data_exports: (at) => [
    [
      `insert into data_exports
       values ($2, $3, $1::timestamptz, $1::timestamptz, $1::timestamptz, 'x', 'x')`,
      [at, newId(), person.userId],
    ],
  ],
  notifications: (at) => [
    [
      `insert into notifications (id, user_id, kind, title, body, path, cause, created_at)
       values ($2, $3, 'x', 'x', '', '/', md5($1), $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
  ],
  oauth_flows: (at) => [
    [
      `insert into oauth_flows (id, provider, state_hash, browser_hash, nonce, code_verifier,
         callback_origin, redirect_url, mobile, created_at, expires_at)
       values ($2, 'google', decode(md5($1), 'hex'), 'x', 'x', 'x', 'x', 'x', false,
         $1::timestamptz, $1::timestamptz)`,
      [at, newId()],
    ],
  ],
  user_devices: (at) => [
    [
      `insert into user_devices
       values ($2, decode(md5($1) || md5($1), 'hex'), $1::timestamptz, $1::timestamptz)`,
      [at, person.userId],
    ],
  ],
  // Of a person who has none: each person has at most one.
  account_links: (at) => [
    [
      `insert into account_links (id, user_id, purpose, token_hash, email, created_at, expires_at)
       values ($2, (select id from users where id not in (select user_id from account_links)
         limit 1), 'email_confirm', decode(md5($1), 'hex'), 'a@b.co', $1::timestamptz,
         $1::timestamptz)`,
      [at, newId()],
    ],
  ],
  phone_codes: (at) => [
    [
      `insert into phone_codes
       values ((select id from users where id not in (select user_id from phone_codes) limit 1),
         'x', decode(md5($1) || md5($1), 'hex'), 0, $1::timestamptz)`,
      [at],
    ],
  ],
  idempotency_keys: (at) => [
    [
      `insert into idempotency_keys values ($2, 'x', md5($1), 'x', $2, $1::timestamptz)`,
      [at, person.userId],
    ],
  ],
  // Of a person who has none: each person has at most one.
  trip_drafts: (at) => [
    [
      `insert into trip_drafts (id, driver_id, request, status, saved_at)
       values ($2, (select id from users where id not in (select driver_id from trip_drafts)
         limit 1), '{}', 'waiting', $1::timestamptz)`,
      [at, newId()],
    ],
  ],
  publish_nudges: (at) => [
    [
      `insert into publish_nudges (driver_id, week, trip_id, kind, at)
       values ((select id from users where id not in (select driver_id from publish_nudges)
         limit 1), ($1::timestamptz)::date, (select id from trips limit 1), 'told',
         $1::timestamptz)`,
      [at],
    ],
  ],
  // Without the booking and the trip that it is about.
  rescue_asks: (at) => [
    ['alter table rescue_asks disable trigger all', []],
    [
      `insert into rescue_asks (booking_id, driver_id, trip_id, from_seq, to_seq, asked_at)
       values ($2, $3, $2, 0, 1, $1::timestamptz)`,
      [at, newId(), person.userId],
    ],
    ['alter table rescue_asks enable trigger all', []],
  ],
  trip_series: (at) => {
    const id = newId()
    return [
      [
        `insert into trip_series (id, driver_id, status, template, departs_minute, weekdays,
           starts_on, created_at, stopped_at)
         values ($2, $3, 'stopped', '{}', 0, '{1}', ($1::timestamptz)::date, $1::timestamptz,
           $1::timestamptz)`,
        [at, id, person.userId],
      ],
      [
        `insert into trip_series_days (series_id, date, refused_code, decided_at)
         values ($2, ($1::timestamptz)::date, 'x', $1::timestamptz)`,
        [at, id],
      ],
    ]
  },
}

const limited = [...registry.values()].flatMap(({ name, keep }) =>
  'days' in keep ? [[name, keep.days] as const] : [],
)

it('has a test row for every time limit of the registry', () => {
  expect(limited.map(([name]) => name).sort()).toEqual(Object.keys(rows).sort())
})

it.each(limited)('keeps a row of %s for %i days and deletes it afterwards', async (table, days) => {
  const now = test.clock.now()
  const stays = addMs(now, -days * DAY_MS + 1000)
  const goes = addMs(now, -days * DAY_MS - 1000)
  for (const at of [stays, goes]) {
    for (const [text, values] of rows[table]?.(at.toISOString()) ?? []) {
      await asOwner(test.deps.databaseUrl, text, values)
    }
  }
  const count = async () => {
    const found = await asOwner(test.deps.databaseUrl, `select count(*)::int as n from ${table}`)
    return found.rows[0].n
  }
  const before = await count()
  await purgeOldData(test.deps)
  expect(before - (await count())).toBe(1)
  await purgeOldData(test.deps)
  expect(before - (await count())).toBe(1)
})
