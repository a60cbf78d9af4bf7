// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { nameProblem } from '#contract/person-names.ts'
import { openScreen } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

it('shows why the server refused the name of a trusted contact', async () => {
  const name = nameProblem('Mamá ❤') ?? ''
  const refusal = { error: 'Revisa.', code: 'invalid_request', requestId: 'r', fields: { name } }
  const reply = async () => Response.json(refusal, { status: 400 })
  const screen = await openScreen('/contacto-de-confianza', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.safety.showContact, { contact: null }),
      { route: api.safety.saveContact, reply },
    ],
  })
  await screen.user.type(await screen.label('Nombre'), 'Luz')
  await screen.press('Guardar y preguntarle')
  expect(name).toContain('«❤»')
  await screen.text(name)
})
