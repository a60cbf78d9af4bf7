import type { RenderedAddress } from './platform/render/render-site.ts'

/** Pages that the server renders on request; all other pages are prerendered. */
export const renderedAddresses: readonly RenderedAddress[] = [
  {
    pattern: /^\/trips$/,
    params: ['from', 'to', 'date', 'seats', 'orden', 'filtros', 'hora', 'precio', 'vista'],
  },
  {
    pattern: /^\/trips\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    params: ['from', 'to', 'seats', 'ver'],
  },
]
