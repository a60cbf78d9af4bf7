import { createContext } from 'react-router'
import type { Client } from './api.ts'

/**
 * The API as a loader reads it while the server renders a page. Null where a page is made ahead of
 * time, and while developing: the screen then asks by itself.
 */
export const serverApi = createContext<Client | null>(null)
