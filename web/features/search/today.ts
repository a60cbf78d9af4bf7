import { createContext } from 'react'

/**
 * Today, `YYYY-MM-DD`: the server's day on a page that it rendered, since a phone whose date is
 * wrong would hydrate it with other texts. `SearchScreen` provides it.
 */
export const Today = createContext('')
