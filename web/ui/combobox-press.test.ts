// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { ComboItem } from './combo-item.ts'
import { controlCombobox } from './combobox-control.ts'

const BUGA = { id: '76111', label: 'Buga' }
const BUGALAGRANDE = { id: '76113', label: 'Bugalagrande' }

const MARKUP = `<div class="combobox"><button data-back></button><input><button data-clear></button>
  <div role="listbox"></div><span role="status"></span></div>`

it('chooses the pressed option when an answer comes between press and release', async () => {
  document.body.innerHTML = MARKUP
  const answers: ((items: ComboItem[]) => void)[] = []
  const onChange = vi.fn()
  const input = document.querySelector('input') as HTMLInputElement
  const load = () => new Promise<ComboItem[]>((resolve) => answers.push(resolve))
  controlCombobox(input, { load, onChange })
  const list = document.querySelector('[role="listbox"]') as HTMLElement
  input.focus()
  await vi.waitUntil(() => answers.length === 1)
  answers[0]?.([BUGA])
  await vi.waitUntil(() => list.textContent === 'Buga')
  expect(document.querySelector('[role="status"]')?.textContent).toBe('1 opción')
  input.value = 'Buga'
  input.dispatchEvent(new Event('input'))
  await vi.waitUntil(() => answers.length === 2)
  const pressed = list.querySelector('[role="option"]') as HTMLElement
  pressed.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  answers[1]?.([BUGALAGRANDE, BUGA])
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(list.contains(pressed)).toBe(true)
  pressed.dispatchEvent(new Event('pointerup', { bubbles: true }))
  pressed.click()
  expect(onChange).toHaveBeenLastCalledWith(BUGA)
  expect(input.value).toBe('Buga')
})
