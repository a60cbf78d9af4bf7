// The team works off its queues, as many people as a decision needs.
import { asOwner } from '#test/db.ts'
import { renewed, type World } from './world.ts'

type Queue = { waiting: string; path: (id: string) => string; body: (id: string) => object }

const NOTE = 'Hablamos con las dos personas.'

const QUEUES: Queue[] = [
  {
    waiting: `select booking_id::text as id from disputes
      where resolved_at is null and asked_at < $1::timestamptz - interval '1 day'`,
    path: (id) => `/admin/disputes/${id}/resolve`,
    body: (id) => ({ outcome: id < '8' ? 'passenger' : 'driver', note: NOTE }),
  },
  {
    waiting: 'select id::text from money_acts where outcome is null and proposed_at <= $1',
    path: (id) => `/admin/desk-actions/money/${id}/sign`,
    body: () => ({ reason: NOTE }),
  },
  {
    waiting: `select id::text from withdrawals where status = 'requested' and created_at <= $1`,
    path: (id) => `/admin/withdrawals/${id}/approve`,
    body: () => ({}),
  },
  {
    waiting: 'select id::text from conduct_cases where decided_at is null and created_at <= $1',
    path: (id) => `/admin/conduct/${id}/decide`,
    body: () => ({ outcome: 'nothing', note: NOTE }),
  },
]

export async function teamWorks(world: World): Promise<void> {
  const { shop, team, log } = world
  for (const { waiting, path, body } of QUEUES) {
    const { rows } = await asOwner(shop.deps.databaseUrl, waiting, [shop.clock.now()])
    for (const { id } of rows) {
      for (const name of ['admin4', 'admin5', 'finance1', 'support0']) {
        const user = team.get(name)
        if (!user) continue
        const answer = await shop.post(user, path(id), body(id))
        if (answer.status === 401) await renewed(world, name)
        log.push(`${name} ${path(id)}: ${answer.status} ${answer.body.code ?? ''}`)
      }
    }
  }
  await shop.runJobs()
}
