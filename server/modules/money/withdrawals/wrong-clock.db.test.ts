import { expect, it } from 'vitest'
import { openWithdrawalsApp } from '#test/withdrawal-factories.ts'

it('refuses to ask for, to approve and to hand over a withdrawal on a wrong clock', async () => {
  const shop = await openWithdrawalsApp({ gateway: false })
  const person = await shop.aSaver()
  const asked = (await shop.ask(person, 50_000)).body.withdrawal
  const { state } = shop.deps.clockWatch
  shop.deps.clockWatch.state = () => ({ fault: 'database', isAlone: false, offMs: 600_000 })
  const refused = { status: 503, body: { code: 'clock_wrong' } }
  expect(await shop.ask(person, 50_000)).toMatchObject(refused)
  expect(await shop.approve(shop.finance[0], asked.id)).toMatchObject(refused)
  expect(await shop.post(shop.finance[0], '/admin/payout-batches', {})).toMatchObject(refused)
  shop.deps.clockWatch.state = state
  expect((await shop.approve(shop.finance[0], asked.id)).status).toBe(200)
})
