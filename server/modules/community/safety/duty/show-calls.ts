import type { DutyCall } from '#contract/duty.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { listCallsOf } from './alarms.queries.ts'

export async function findCalls(
  reader: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, DutyCall[]>> {
  const rows = await listCallsOf(reader, incidentIds)
  const userIds = rows.flatMap(({ userId }) => userId ?? [])
  const names = await findPeople(reader, userIds)
  const found = new Map<string, DutyCall[]>()
  const groups = Map.groupBy(rows, (row) => `${row.alarmId} ${row.minute} ${row.userId}`)
  for (const group of groups.values()) {
    const [{ incidentId, minute, userId, at }] = group as [(typeof group)[0]]
    if (incidentId === null) continue
    const name = userId === null ? null : (names.get(userId)?.name ?? '')
    const channels = group.map(({ channel }) => channel)
    const call = { minute, name, channels, at: at.toISOString() }
    found.set(incidentId, [...(found.get(incidentId) ?? []), call])
  }
  return found
}
