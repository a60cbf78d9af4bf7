// @vitest-environment happy-dom
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Sheet } from './dialog.tsx'

function WithSheet() {
  const [open, setOpen] = useState(true)
  return (
    <Sheet open={open} onClose={() => setOpen(false)} title="Cancelar mi cupo">
      Vuelven $ 40.500
    </Sheet>
  )
}

it('closes the sheet when the person goes back, and leaves the screen only then', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const router = createMemoryRouter(
    [
      { path: '/my-trips', element: <p>Mis viajes</p> },
      { path: '/booking', element: <WithSheet /> },
    ],
    { initialEntries: ['/my-trips', '/booking'], initialIndex: 1 },
  )
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  const listens = vi.spyOn(router, 'getBlocker')
  const lets = vi.spyOn(router, 'deleteBlocker')
  root.render(<RouterProvider router={router} />)
  const isOpen = () => box.querySelector('dialog')?.open
  // It listens only some time after it is drawn.
  await vi.waitFor(() => expect(listens).toHaveBeenCalled())
  expect(isOpen()).toBe(true)
  await router.navigate(-1)
  await vi.waitFor(() => expect(lets).toHaveBeenCalled())
  expect([isOpen(), router.state.location.pathname]).toEqual([false, '/booking'])
  await router.navigate(-1)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/my-trips'))
})
