// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ToLogin } from './session-gate.tsx'

/** Address to which a signed-out visitor of a private address is sent. */
async function sentFrom(address: string): Promise<string> {
  const routes = [
    { path: '/wallet', element: <ToLogin /> },
    { path: '/login', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const root = createRoot(document.createElement('div'))
  root.render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  root.unmount()
  const { pathname, search } = router.state.location
  return decodeURIComponent(pathname + search)
}

it('returns after the login to the address, with its query and fragment', async () => {
  expect(await sentFrom('/wallet?a=1#abajo')).toBe('/login?returnTo=/wallet?a=1#abajo')
})

it.each(['/wallet#access_token=planted', '/wallet?access_token=planted&state=x'])(
  'returns without the token that a link planted: %s',
  async (address) => {
    expect(await sentFrom(address)).toBe('/login?returnTo=/wallet')
  },
)
