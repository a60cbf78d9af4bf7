// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, settle, until } from '#test/screen.tsx'
import { answers, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'

const sum = {
  ...{ available: 0, young: 0, disputed: 0, held: 0, travelOnly: 0, debt: 0, next: null },
  ...{ leftToday: 0, withdrawable: 0 },
}

it('says on the page of earnings when more can be withdrawn', async () => {
  const none = { net: 0, gross: 0, commission: 0, cash: 0 }
  const period = { ...none, since: '2026-11-16' }
  const earned = { week: period, month: period, toCome: none, disputed: none, weeks: [], trips: [] }
  const next = { at: '2026-11-21T17:10:00.000Z', pesos: 58_590 }
  const screen = await openScreen('/ganancias', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.wallet.earnings, { ...earned, page: 1, totalPages: 1 }),
      answers(api.withdrawals.list, { sum: { ...sum, next }, items: [], total: 0, totalPages: 1 }),
    ],
  })
  await screen.text(/puedes retirar .*; \$\s58\.590 más desde mañana a las 12:10 p\.\sm\./)
})

const open = async (more: StubbedAnswer[] = []) => {
  const accounts = { items: [], identityVerified: true, holder: 'Ana Díaz', brebOffered: true }
  const screen = await openScreen('/retirar', {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.withdrawals.listAccounts, accounts),
      answers(api.withdrawals.list, { sum, items: [], total: 0, totalPages: 1 }),
      ...more,
    ],
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    String(input) === '/sandbox/wompi-payouts/keys'
      ? Response.json([{ key: 'ana@demo.test', name: 'ANA DÍA***' }])
      : fetch(input, init),
  )
  await screen.press('Agregar una cuenta')
  const choose = async () => screen.user.selectOptions(await screen.label('Tipo'), 'breb')
  return { ...screen, choose }
}

it('the form for a Bre-B key says in a demonstration which keys resolve', async () => {
  const screen = await open()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in this DOM.
  document.cookie = 'cupo_demo=1; path=/'
  await screen.choose()
  await screen.text('ana@demo.test')
  await screen.text(/ANA DÍA\*\*\*/)
})

it('names no key outside a demonstration', async () => {
  const screen = await open()
  await screen.choose()
  await screen.label('Llave')
  await settle()
  expect(screen.now().queryByText('ana@demo.test')).toBeNull()
})

it('a refusal of the form disappears when a field is corrected', async () => {
  const full = 'Ya tienes cinco cuentas.'
  const screen = await open([
    refuses(api.withdrawals.addAccount, 'payout_accounts_full', { error: full }),
  ])
  const number = await screen.label('Número de cuenta')
  await screen.user.type(number, '12345678')
  for (const _ of ['a first', 'a second time']) {
    await screen.press('Guardar la cuenta')
    await screen.text(full)
    await screen.user.type(number, '9')
    await until(() => expect(screen.now().queryByText(full)).toBeNull())
  }
})
