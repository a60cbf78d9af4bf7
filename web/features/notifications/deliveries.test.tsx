// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { answers, waiting } from '#test/screen-answers.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

it('says in Spanish why a mail failed, and folds the answer of the server', async () => {
  const error = '452 4.2.2 The mailbox is over its storage limit'
  const screen = await openScreen('/admin/deliveries', {
    token: 'token',
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'support'] }),
      answers(api.secondFactor.show, {
        ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8 },
        provedUntil: '2026-11-20T23:00:00.000Z',
      }),
      waiting(api.backOffice.showToday),
      waiting(api.duty.alarms),
      answers(api.notifications.listDeadDeliveries, {
        ...{ total: 1, totalPages: 1 },
        items: [
          {
            ...{ id: '01890000-0000-7000-8000-0000000000d1', channel: 'mail', error },
            ...{ template: 'password_changed', topic: 'account', to: 'c***@correo.test' },
            ...{ attempts: 10, failedAt: '2026-11-20T13:00:00.000Z' },
          },
        ],
      }),
    ],
  })
  await screen.text('El buzón está lleno (452 4.2.2)')
  const raw = [...document.querySelectorAll('[lang=en]')].find((each) =>
    each.textContent?.includes(error),
  )
  expect(raw?.closest('details')?.open).toBe(false)
})
