import { useEffect, useState } from 'react'
import { hasCookie } from './browser-storage.ts'

/** Whether this is a demonstration, by a cookie of its server (server/demo/demo-sign-in.ts). */
export const isDemonstration = () =>
  import.meta.env.MODE === 'development' || hasCookie('cupo_demo')

/** Returns a list that only a demonstration's sandbox serves; empty without one. */
export function useDemoList<T>(address: string | null): readonly T[] {
  const [list, setList] = useState<readonly T[]>([])
  useEffect(() => {
    if (address === null) return
    void fetch(address)
      .then(async (answer) => (answer.ok ? setList(await answer.json()) : undefined))
      .catch(() => undefined)
  }, [address])
  return list
}
