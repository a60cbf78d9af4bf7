import { createContext } from 'react'

/**
 * Today, `YYYY-MM-DD`. On a page that the server rendered it is the server's day, because a phone
 * with a wrong date would hydrate the page with other texts. `SearchScreen` provides it.
 */
export const Today = createContext('')
