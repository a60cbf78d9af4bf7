// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen } from '#test/screen.tsx'
import { refuses } from '#test/screen-answers.ts'

it('reports that a truncated link of an alert is invalid', async () => {
  const answers = [refuses(api.alerts.fromMail, 'link_invalid')]
  const screen = await openScreen('/alerts?token=abc', { answers })
  await screen.role('heading', 'Este enlace no sirve')
  expect(screen.sent('POST /alerts/from-mail')).toEqual({ token: 'abc' })
  expect(location.search).toBe('')
})
