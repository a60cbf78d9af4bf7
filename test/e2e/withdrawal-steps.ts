import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { sendWithdrawals } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { asOwner } from '../db.ts'
import { aFundedWallet, aUser, matured, TEST_PASSWORD, type TestUser } from '../factories.ts'
import { verifyIdentity } from '../withdrawal-factories.ts'
import { overflow, violations } from './accessible.ts'
import { SIZES, shoot } from './shots.ts'
import type { TestSite } from './site.ts'
import { enterAs, openVisit, type Visit } from './visits.ts'

const NARROW = { width: 320, height: 640 }

async function assertSeen(page: Page, name: string): Promise<void> {
  await shoot(page, name)
  expect([await violations(page), await overflow(page)]).toEqual([[], 0])
  await page.setViewportSize(NARROW)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize(SIZES.phone)
}

/** Adds an account with the form, and proves the identity with the password. */
async function addAccount(page: Page): Promise<void> {
  await page.getByText('Todavía no tienes cuentas').waitFor()
  await page.getByRole('button', { name: 'Agregar una cuenta' }).click()
  await page.getByRole('button', { name: 'Guardar la cuenta' }).click()
  await page.getByText('Escribe de 6 a 20 números.').waitFor()
  await page.getByLabel('Número de cuenta').fill('12345678901')
  await assertSeen(page, 'withdraw-new-account')
  await page.getByRole('button', { name: 'Guardar la cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/contraseña|clave/i).fill(TEST_PASSWORD)
  await dialog.locator('button[type=submit]').click()
  await page.getByText('La puedes usar desde').waitFor()
}

/** Requests a withdrawal of this amount, and sees it in review. */
async function ask(page: Page, pesos: string): Promise<void> {
  await page.getByLabel('Monto a retirar').fill(pesos)
  await page.getByRole('button', { name: 'Revisar el retiro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Bancolombia · Ahorros •••• 8901').waitFor()
  await dialog.getByRole('button', { name: 'Pedir el retiro' }).click()
  await page.getByText('En revisión').first().waitFor()
}

const openFirst = (page: Page) =>
  page
    .getByRole('link', { name: /Bancolombia · Ahorros/ })
    .first()
    .click()

/**
 * Finance approves the oldest withdrawal, which then leaves the list or waits for a second person.
 */
async function approve({ page }: Visit, then: string | RegExp): Promise<void> {
  await page.goto('/admin/withdrawals')
  await openFirst(page)
  await page.getByRole('button', { name: /^Aprobar/ }).click()
  const second = page.getByRole('button', { name: 'Firmar y aprobar' })
  await second.or(page.getByText('Una segunda persona')).first().waitFor()
  if (await second.isVisible()) {
    await assertSeen(page, 'withdrawals-second-signature')
    await second.click()
  }
  await page.getByText(then).first().waitFor()
}

/** Two people of finance approve what was asked for last, without their screens. */
async function approveByCalls({ app, deps }: TestSite, finance: readonly TestUser[]) {
  const open = "select id from withdrawals where status = 'requested'"
  const { rows } = await asOwner(deps.databaseUrl, open)
  expect(rows).toHaveLength(1)
  for (const { token } of finance) {
    const url = `/api/admin/withdrawals/${rows[0].id}/approve`
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload: {} })
    expect(statusCode, body).toBe(200)
  }
}

type Asker = { page: Page; userId: string }

/** Sets the bank's result of the last withdrawal, and checks the person's screen. */
async function settle(
  { deps, payouts }: TestSite,
  { page, userId }: Asker,
  status: 'APPROVED' | 'FAILED',
): Promise<void> {
  deps.clock.advance(UNDO_SECONDS * 1000)
  await sendWithdrawals(deps)
  const { rows } = await asOwner(
    deps.databaseUrl,
    `select reference from withdrawals where user_id = $1 and closed_at is null`,
    [userId],
  )
  const { reference } = rows[0] as { reference: string }
  // Polled, because the worker of the site can be the process that sends the withdrawal.
  await expect.poll(() => payouts.payouts(reference).length, { timeout: 30_000 }).toBe(1)
  payouts.settle(String(payouts.payouts(reference)[0]?.id), status)
  await payouts.deliverAll()
  const open = async () => {
    const found = `select count(*)::int as open from withdrawals
      where user_id = $1 and closed_at is null`
    return (await asOwner(deps.databaseUrl, found, [userId])).rows[0]
  }
  await expect.poll(open, { timeout: 30_000 }).toEqual({ open: 0 })
  await page.reload()
}

/**
 * The gateway never answered whether it accepted the payout: one person of finance enters the
 * result, another confirms it.
 */
async function playUnanswered(
  { deps }: TestSite,
  [first, second, owner]: [Page, Page, Page],
  userId: string,
): Promise<void> {
  const lost = `update withdrawals set status = 'sending', channel = 'gateway', sent_at = $2,
      unanswered_at = $2, next_check_at = 'infinity'
    where user_id = $1 and closed_at is null`
  await asOwner(deps.databaseUrl, lost, [userId, deps.clock.now()])
  await owner.reload()
  await owner.getByText('En proceso', { exact: true }).waitFor()
  await assertSeen(owner, 'withdraw-sending')
  await first.goto('/admin/withdrawals?estado=sent')
  await openFirst(first)
  await first.getByText('La pasarela no contestó', { exact: false }).waitFor()
  await assertSeen(first, 'withdrawals-unanswered')
  await first.getByLabel('Referencia del banco, o por qué no pagó').fill('No está en el tablero.')
  await first.getByRole('button', { name: /^El banco no pagó/ }).click()
  await first.getByText(/: No está en el tablero\./).waitFor()
  await second.goto('/admin/withdrawals?estado=sent')
  await openFirst(second)
  await second.getByRole('button', { name: /^Confirmar/ }).click()
  await second.getByRole('button', { name: 'Confirmar el resultado' }).click()
  await second.getByText('No hay retiros aquí').waitFor()
  await owner.reload()
  await owner.getByText('No está en el tablero. El dinero volvió a tu billetera.').waitFor()
}

/**
 * One withdrawal is requested at 360 px, approved by two people and paid; another fails and
 * returns.
 */
export async function playWithdrawals(site: TestSite, browser: Browser): Promise<void> {
  const { deps } = site
  const names = { firstName: 'M'.repeat(33), lastName: 'Ñ'.repeat(32) }
  const person = await aUser(deps, names)
  await verifyIdentity(site, person)
  await aFundedWallet(deps, person.userId, 1_000_000, matured(deps.clock.now()))
  await aFundedWallet(deps, person.userId, 200_000, { method: 'CARD' })
  const enter = async (user: Parameters<typeof enterAs>[1]) => {
    const visit = await openVisit(browser, { ...SIZES.phone, site })
    await enterAs(visit.page, user)
    return visit
  }
  const roles = ['passenger', 'finance'] as const
  const jorge = await aUser(deps, { firstName: 'Jorge', roles })
  const marta = await aUser(deps, { firstName: 'Marta', roles })
  const [first, second] = [await enter(jorge), await enter(marta)]

  const { page, assertClean } = await enter(person)
  await page.goto('/wallet')
  await page.getByRole('link', { name: 'Retirar' }).click()
  await addAccount(page)
  const waited = 'update payout_accounts set created_at = $2, usable_from = $2 where user_id = $1'
  await asOwner(deps.databaseUrl, waited, [person.userId, deps.clock.now()])
  await page.reload()
  await page.getByText('Aún no se puede retirar').waitFor()
  await ask(page, '600000')
  await assertSeen(page, 'withdraw')

  await approve(first, 'Una segunda persona')
  await assertSeen(first.page, 'withdrawals-queue')
  await approve(second, 'No hay retiros aquí')
  await settle(site, { page, userId: person.userId }, 'APPROVED')
  await page.getByText('Pagado', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Descargar comprobante/ }).waitFor()

  await ask(page, '50000')
  // Withdrawals of one day count together, so this one needs two people as well.
  await approveByCalls(site, [jorge, marta])
  await settle(site, { page, userId: person.userId }, 'FAILED')
  await page.getByText('La cuenta no existe o no está activa. El dinero volvió').waitFor()
  await assertSeen(page, 'withdraw-failed')

  site.payouts.setFault('away')
  await ask(page, '40000')
  await approveByCalls(site, [jorge, marta])
  await playUnanswered(site, [first.page, second.page, page], person.userId)
  site.payouts.setFault('none')
  // The account is saved after the password is asked for; this account has no phone for a code.
  assertClean({ allow: [/status of 403 .*payout-accounts/, /status of 409 .*step-up/] })
  for (const visit of [first, second]) visit.assertClean()
}
