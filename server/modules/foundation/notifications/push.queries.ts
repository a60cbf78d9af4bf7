import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type SubscriptionRow = {
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  /** SHA-256 of our public key at the time of the subscription; null if unknown. */
  vapidHash: Buffer | null
}

/** Saves the subscription of a browser, taking it from the person who signed in there before. */
export async function saveSubscription(
  tx: Tx,
  input: SubscriptionRow & { userId: string; endpointHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where endpoint_hash = ${input.endpointHash} or session_id = ${input.sessionId}`.execute(tx)
  await sql`
    insert into push_subscriptions (session_id, user_id, endpoint, endpoint_hash, p256dh, auth,
      vapid_hash, created_at)
    values (${input.sessionId}, ${input.userId}, ${input.endpoint}, ${input.endpointHash},
      ${input.p256dh}, ${input.auth}, ${input.vapidHash}, ${input.now})
    on conflict do nothing`.execute(tx)
}

/** Saves the token of a telephone, and removes it from the person who signed in there before. */
export async function saveDevice(
  tx: Tx,
  input: { sessionId: string; userId: string; token: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    delete from push_devices
    where token_hash = ${input.tokenHash} or session_id = ${input.sessionId}`.execute(tx)
  await sql`
    insert into push_devices (session_id, user_id, token, token_hash, created_at)
    values (${input.sessionId}, ${input.userId}, ${input.token}, ${input.tokenHash}, ${input.now})
    on conflict do nothing`.execute(tx)
}

export function isMobileSession(reader: Reader, sessionId: string) {
  return run.value<{ mobile: boolean }>(reader, false)`
    select coalesce(mobile, false) as mobile from sessions where id = ${sessionId}`
}

/** Deletes the push subscriptions of a session, of browser and telephone. */
export async function deleteSubscription(reader: Reader, sessionId: string) {
  await sql`
    with device as (delete from push_devices where session_id = ${sessionId})
    delete from push_subscriptions where session_id = ${sessionId}`.execute(reader)
}

/** Returns the Firebase token of a session that is still open. */
export function findDevice(reader: Reader, { sessionId, now }: { sessionId: string; now: Date }) {
  return run.value<{ token: string }>(reader)`
    select p.token from push_devices p join sessions s on s.id = p.session_id
    where p.session_id = ${sessionId} and s.revoked_at is null
      and s.expires_at > ${now}`
}

/** Returns the push subscription of a session that is still open. */
export function findSubscription(
  reader: Reader,
  { sessionId, now }: { sessionId: string; now: Date },
) {
  return run.row<SubscriptionRow>(reader)`
    select p.session_id as "sessionId", p.endpoint, p.p256dh, p.auth,
      p.vapid_hash as "vapidHash"
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.session_id = ${sessionId} and s.revoked_at is null
      and s.expires_at > ${now}`
}

/** Lists the sessions of a person that have a push subscription. */
export function listSubscribedSessions(
  reader: Reader,
  { userId, now }: { userId: string; now: Date },
) {
  return run.values<{ id: string }>(reader)`
    select s.id from sessions s join (
      select session_id from push_subscriptions where user_id = ${userId}
      union select session_id from push_devices where user_id = ${userId}
    ) p on p.session_id = s.id
    where s.revoked_at is null and s.expires_at > ${now}
    order by s.id`
}

/** Deletes the push subscriptions of ended sessions. Returns the number of rows. */
export async function purgeSubscriptions(tx: Tx, now: Date): Promise<number> {
  const browsers = await sql`
    delete from push_subscriptions p using sessions s
    where s.id = p.session_id
      and (s.revoked_at is not null or s.expires_at <= ${now})`.execute(tx)
  const telephones = await sql`
    delete from push_devices p using sessions s
    where s.id = p.session_id
      and (s.revoked_at is not null or s.expires_at <= ${now})`.execute(tx)
  return Number((browsers.numAffectedRows ?? 0n) + (telephones.numAffectedRows ?? 0n))
}
