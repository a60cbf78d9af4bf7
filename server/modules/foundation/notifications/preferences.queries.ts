import { sql } from 'kysely'
import type { Channel, Topic } from '#contract/notification-topics.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type PreferenceRow = { topic: string; channel: string; enabled: boolean }

export function listPreferences(
  reader: Reader,
  { userId, topic = null }: { userId: string; topic?: Topic | null },
) {
  return run.rows<PreferenceRow>(reader)`
    select topic, channel, enabled from notification_preferences
    where user_id = ${userId} and (${topic}::text is null or topic = ${topic})`
}

export type Chosen = { topic: Topic; channel: Channel; enabled: boolean }

export async function savePreferences(
  tx: Tx,
  { userId, chosen, now }: { userId: string; chosen: readonly Chosen[]; now: Date },
) {
  await sql`
    insert into notification_preferences (user_id, topic, channel, enabled, changed_at)
    select ${userId}, topic, channel, enabled, ${now}
    from unnest(${chosen.map(({ topic }) => topic)}::text[],
      ${chosen.map(({ channel }) => channel)}::text[],
      ${chosen.map(({ enabled }) => enabled)}::boolean[]) as chosen (topic, channel, enabled)
    on conflict (user_id, topic, channel) do update
    set enabled = excluded.enabled, changed_at = excluded.changed_at`.execute(tx)
}
