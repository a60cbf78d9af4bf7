// Creates reports and sanctions for tests over HTTP, as people and the team do.
import { aUser, type TestUser } from './factories.ts'
import { postForm, postJson } from './http-client.ts'
import { aPhoto } from './images.ts'
import type { PaymentsApp } from './wompi.ts'

/** Files a report about a person; returns its id. */
export async function aReport(
  { app }: Pick<PaymentsApp, 'app'>,
  person: TestUser,
  reporter: TestUser,
): Promise<string> {
  const subject = { kind: 'user', id: person.userId }
  const report = { subject, reason: 'offensive_text' }
  return (await postJson(app, '/reports', report, { token: reporter.token })).json().report.id
}

/**
 * Files a report that ends in a warning; returns the ids of the report, of its photo and of the
 * warning.
 */
export async function aSanction(shop: PaymentsApp, person: TestUser, reporter: TestUser) {
  const reportId = await aReport(shop, person, reporter)
  const image = { token: reporter.token, fields: { reportId }, file: { bytes: await aPhoto() } }
  await postForm(shop.app, '/report-photos', image)
  const { id: photoId } = await shop.deps.db
    .selectFrom('conduct_photos')
    .select('id')
    .executeTakeFirstOrThrow()
  const sanctionId = await aWarning(shop, person, reportId)
  return { reportId, photoId, sanctionId }
}

/** The team warns a reported person; returns the id of the warning. */
export async function aWarning(
  shop: Pick<PaymentsApp, 'app' | 'deps'>,
  { userId }: TestUser,
  reportId: string,
): Promise<string> {
  const team = await aUser(shop.deps, { roles: ['support'] })
  const decision = { outcome: 'warning', note: 'Fue un aviso de prueba.' }
  const path = `/admin/conduct/${reportId}/decide`
  await postJson(shop.app, path, decision, { token: team.token })
  const { id: sanctionId } = await shop.deps.db
    .selectFrom('sanction_events')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return sanctionId
}
