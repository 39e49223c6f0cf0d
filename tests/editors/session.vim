" What a person does with ALE, and what is seen then, as JSON.

let g:seen = {}
let s:manifests = 'modules/shop/manifests/'
set hidden noswapfile
" A choice or a name that is asked for is what was decided before; asked for with a list, the line that has it.
runtime autoload/ale/util.vim
function! ale#util#Input(message, value, ...) abort
  for line in split(a:message, "\n")
    let number = matchstr(line, '^\d\+\ze)')
    if !empty(number) && stridx(line, s:decided) >= 0
      return number
    endif
  endfor
  return s:decided
endfunction

" Wait until an expression holds, and return it.
function! s:until(expression) abort
  let start = reltime()
  while reltimefloat(reltime(start)) < 40
    let answer = eval(a:expression)
    if !empty(answer)
      return answer
    endif
    sleep 20m
  endwhile
  return answer
endfunction

function! s:open(file, line, column) abort
  execute 'buffer' bufadd(a:file)
  call cursor(a:line, a:column)
endfunction

" What is wrong in the current file, as ALE lists it.
function! Findings() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), 'v:val.lnum . " " . v:val.text')
endfunction

function! s:find(words) abort
  let s:asked = []
  call s:until('Found(' . string(a:words) . ')')
  return Findings()
endfunction

" Whether these words are in a finding; ALE is asked to look every second, as it is by a person who types on.
function! Found(words) abort
  if empty(s:asked) || reltimefloat(reltime(s:asked)) > 1
    call ale#Queue(0)
    let s:asked = reltime()
  endif
  return stridx(join(Findings()), a:words) >= 0
endfunction

" Put a text for another, and wait until that is wrong.
function! s:slip(file, from, to, words) abort
  call s:open(a:file, 1, 1)
  execute '%s/' . a:from . '/' . a:to . '/'
  return s:find(a:words)
endfunction

function! s:hover(file, line, column) abort
  let g:ale_hover_to_preview = 1
  call s:open(a:file, a:line, a:column)
  call s:find('')
  ALEHover
  call s:until('!empty(filter(range(1, winnr("$")), "getwinvar(v:val, \"&previewwindow\")"))')
  wincmd P
  let text = join(getline(1, '$'), "\n")
  pclose
  return text
endfunction

function! s:act(words) abort
  let s:decided = a:words
  let before = b:changedtick
  ALECodeAction
  call s:until('b:changedtick != ' . before)
  return join(getline(1, '$'), "\n")
endfunction

let s:decided = ''
call s:open(s:manifests . 'wrong.pp', 2, 20)
let g:seen['findings'] = s:find("'ensur'")
let g:seen['quick fix'] = s:act("'ensure'")
let g:seen['hover'] = s:hover(s:manifests . 'init.pp', 10, 5)
call s:open(s:manifests . 'init.pp', 16, 12)
ALEGoToDefinition
call s:until('expand("%:t") is# "extra.pp"')
let g:seen['definition'] = expand('%:t') . ':' . line('.')
call s:open(s:manifests . 'page.pp', 4, 8)
ALEFindReferences -quickfix
call s:until('len(getqflist()) > 1')
let g:seen['references'] = sort(map(getqflist(), 'fnamemodify(bufname(v:val.bufnr), ":t") . ":" . v:val.lnum'))
cclose
call s:open(s:manifests . 'page.pp', 4, 31)
let s:decided = 'folder'
ALERename
call s:until('getline(4) =~# "folder"')
let g:seen['rename'] = map(['page.pp', 'init.pp', 'extra.pp'], 'join(getbufline(bufadd(s:manifests . v:val), 1, "$"), "\n")')
call s:open(s:manifests . 'page.pp', 5, 1)
call append(5, "  service { 'a': ena")
call s:find('')
call cursor(6, 20)
" Keys that wait would end the search for what to offer, so the last one comes later.
let s:leave = timer_start(50, {-> getline('.') =~# 'enable' ? feedkeys("\<Esc>", 't') : 0}, {'repeat': -1})
let s:give_up = timer_start(40000, {-> feedkeys("\<Esc>", 't')})
call feedkeys("A\<C-x>\<C-o>", 'tx!')
call timer_stop(s:leave)
call timer_stop(s:give_up)
let g:seen['completion'] = getline(6)
silent undo
call s:open(s:manifests . 'old.pp', 3, 1)
call append(2, ['  notice($osfamily)', "  notice(hiera('a'))"])
call s:find('hiera')
call cursor(3, 10)
let g:seen['fix all'] = s:act('Apply all safe fixes')
let g:seen['data'] = s:hover('data/common.yaml', 2, 3)
let g:seen['wrong data'] = s:slip('data/common.yaml', '8080', 'many', "'port'")
call s:open('modules/shop/templates/shop.conf.epp', 1, 1)
call append('$', 'name=<%= $nmae %>')
let g:seen['template'] = s:find("'nmae'")
let g:seen['template in Ruby'] = s:hover('modules/shop/templates/old.erb', 1, 12)
call s:open('Puppetfile', 1, 1)
call append('$', getline(1))
let g:seen['Puppetfile'] = s:find('already listed')
let g:seen['metadata'] = s:slip('modules/shop/metadata.json', '1\.0\.0', '1.0', 'is not a valid version')
let g:seen['hierarchy'] = s:slip('hiera.yaml', 'path:', 'pth:', 'unrecognized key')
let g:seen['environment'] = s:slip('environment.conf', 'modulepath', 'modulpath', 'is not a setting')
let g:seen['task'] = s:slip('modules/shop/tasks/run.json', 'parameters', 'parametrs', 'is not a field')
call s:open(s:manifests . 'page.pp', 1, 1)
ALESymbolSearch extra
call s:until('&filetype is# "ale-preview-selection"')
let g:seen['symbols'] = getline(1, '$')
silent pclose
for s:each in filter(job_info(), 'job_status(v:val) is# "run"')
  call job_stop(s:each, 'kill')
endfor
call s:until('empty(filter(job_info(), "job_status(v:val) is# \"run\""))')
call s:open(s:manifests . 'extra.pp', 1, 1)
call append(0, '$x = 1 / 0')
let g:seen['restart'] = s:find('Division by 0')
call writefile([json_encode(g:seen)], $SEEN)
qall!
