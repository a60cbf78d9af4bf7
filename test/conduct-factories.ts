// Reports and sanctions for tests, made through HTTP as people and the team make them.
import { aUser, type TestUser } from './factories.ts'
import { postForm } from './http-client.ts'
import { aPhoto } from './images.ts'
import type { PaymentsApp } from './wompi.ts'

/** The ids of a report about a person, of its photo, and of the warning that followed. */
export async function aSanction(shop: PaymentsApp, person: TestUser, reporter: TestUser) {
  const { body } = await shop.post(reporter, '/reports', {
    subject: { kind: 'user', id: person.userId },
    reason: 'offensive_text',
  })
  const reportId = (body as unknown as { report: { id: string } }).report.id
  const image = { token: reporter.token, fields: { reportId }, file: { bytes: await aPhoto() } }
  await postForm(shop.app, '/report-photos', image)
  const { id: photoId } = await shop.deps.db
    .selectFrom('conduct_photos')
    .select('id')
    .executeTakeFirstOrThrow()
  const team = await aUser(shop.deps, { roles: ['support'] })
  const decision = { outcome: 'warning', note: 'Fue un aviso de prueba.' }
  await shop.post(team, `/admin/conduct/${reportId}/decide`, decision)
  const { id: sanctionId } = await shop.deps.db
    .selectFrom('sanction_events')
    .select('id')
    .executeTakeFirstOrThrow()
  return { reportId, photoId, sanctionId }
}
