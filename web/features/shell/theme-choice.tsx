import { useEffect, useRef } from 'react'
import { showTheme } from '#web/enhance/theme.ts'
import { Select } from '#web/ui/select.tsx'

const options = [
  { value: 'system', label: 'Como el sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
]

/** Choice of the theme. Its behaviour is in web/enhance/theme.ts, for every page. */
export function ThemeChoice() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const select = box.current?.querySelector('select')
    if (select) showTheme(select)
  }, [])
  return (
    <div ref={box}>
      <Select
        label="Apariencia"
        className="max-w-52 text-sm"
        options={options}
        data-theme-choice=""
        autoComplete="off"
      />
    </div>
  )
}
