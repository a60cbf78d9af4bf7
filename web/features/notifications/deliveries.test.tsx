// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers } from '#test/screen-answers.ts'
import { signedInAsTeam } from '#test/screen-people.ts'

it('has the page of the list in its address, so that going back leads to it', async () => {
  const item = {
    ...{ id: '01890000-0000-7000-8000-000000000001', channel: 'mail' as const, template: null },
    ...{ topic: null, to: 'v***@correo.test', attempts: 10, error: '452 4.2.2 full' },
    failedAt: '2026-11-20T10:45:00.000Z',
  } as const
  const screen = await openScreen('/admin/deliveries?pagina=2', {
    token: 'of-ana',
    answers: [
      ...signedInAsTeam('support'),
      answers(api.notifications.listDeadDeliveries, { items: [item], total: 50, totalPages: 3 }),
    ],
  })
  await screen.text(/Página 2 de 3/)
  await screen.press(/Siguiente/)
  await until(() => expect(location.search).toBe('?pagina=3'))
})
