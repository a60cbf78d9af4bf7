import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export type SubscriptionRow = {
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  /** SHA-256 of the public key of ours that it was made with; null where it is not known. */
  vapidHash: Buffer | null
}

/** A browser has one subscription: whoever signs in there next takes it over. */
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

/** A telephone has one token: whoever signs in there next takes it over. */
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

/** Whether a session is one of the app on a telephone. */
export async function isMobileSession(reader: Reader, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ mobile: boolean }>`
    select coalesce(mobile, false) as mobile from sessions where id = ${sessionId}`.execute(reader)
  return rows[0]?.mobile ?? false
}

/** Forgets browser and telephone of a session. */
export async function deleteSubscription(reader: Reader, sessionId: string): Promise<void> {
  await sql`
    with device as (delete from push_devices where session_id = ${sessionId})
    delete from push_subscriptions where session_id = ${sessionId}`.execute(reader)
}

/** Firebase's token of the telephone of a session that is still open. */
export async function findDevice(
  reader: Reader,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`
    select p.token from push_devices p join sessions s on s.id = p.session_id
    where p.session_id = ${sessionId} and s.revoked_at is null
      and s.expires_at > ${now}`.execute(reader)
  return rows[0]?.token
}

/** The subscription of a session that is still open. */
export async function findSubscription(
  reader: Reader,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select p.session_id as "sessionId", p.endpoint, p.p256dh, p.auth,
      p.vapid_hash as "vapidHash"
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.session_id = ${sessionId} and s.revoked_at is null
      and s.expires_at > ${now}`.execute(reader)
  return rows[0]
}

/** Sessions of a person whose browser or telephone takes push messages. */
export async function subscribedSessions(
  reader: Reader,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join (
      select session_id from push_subscriptions where user_id = ${userId}
      union select session_id from push_devices where user_id = ${userId}
    ) p on p.session_id = s.id
    where s.revoked_at is null and s.expires_at > ${now}
    order by s.id`.execute(reader)
  return rows.map(({ id }) => id)
}

/** Deletes the subscriptions of sessions that ended. Answers how many. */
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
