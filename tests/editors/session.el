;;; session.el --- What a person does with Eglot, and what is seen then, as JSON  -*- lexical-binding: t -*-

(require 'eglot)
(require 'puppet-mode)
(require 'json)
(require 'imenu)

(defvar seen nil "What was seen, by name.")
(defvar root default-directory)
(defvar manifests "modules/shop/manifests/")
(setq eglot-confirm-server-initiated-edits nil
      eglot-autoreconnect t
      make-backup-files nil)

(defun seen-until (holds)
  "Wait until HOLDS returns something, and return it; nil when it does not come."
  (let ((end (+ (float-time) 40)) (answer nil))
    (while (and (not (setq answer (funcall holds))) (< (float-time) end))
      (accept-process-output nil 0.05))
    answer))

(defun seen-open (file &optional line column)
  "Edit FILE with point at LINE and COLUMN, both from 1, when the server knows it."
  (switch-to-buffer (find-file-noselect (expand-file-name file root)))
  ;; Eglot connects after the command that opened the file, and in batch there are no commands.
  (run-hooks 'post-command-hook)
  (seen-until #'eglot-managed-p)
  (goto-char (point-min))
  (forward-line (1- (or line 1)))
  (forward-char (1- (or column 1))))

(defun seen-send ()
  "Tell the server of changes, which is otherwise done when Emacs is idle, and in batch it never is."
  (eglot--signal-textDocument/didChange))

(defun seen-findings ()
  "What is wrong in the buffer, when something is."
  (seen-send)
  (flymake-start)
  (sort (mapcar (lambda (each) (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each)))
                (flymake-diagnostics))
        #'string<))

(defun seen-find (&rest wanted)
  "Wait until as much is wrong as WANTED, each with these words; what is wrong."
  (seen-until (lambda () (let ((found (seen-findings)))
                           (and (= (length found) (length wanted)) (seq-every-p #'identity (seq-mapn #'string-search wanted found))))))
  (or (seen-findings) []))

(defun seen-told (function)
  "What FUNCTION tells ElDoc."
  (seen-send)
  (let ((told nil))
    (seen-until (lambda () (funcall function (lambda (text &rest _) (when text (setq told (substring-no-properties text)))))
                  (accept-process-output nil 0.2)
                  told))))

(defmacro see (name &rest body)
  "Keep what BODY returns as what was seen of NAME."
  `(push (cons ,name (condition-case problem (progn ,@body) (error (format "%S" problem)))) seen))

(defun seen-act (kind &optional words)
  "Take the first action of KIND whose title has WORDS."
  (seen-send)
  (let ((last-nonmenu-event ?a))  ; not chosen with a mouse
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_ choices &rest _) (seq-find (lambda (each) (string-search (or words "") each)) (all-completions "" choices)))))
      (eglot-code-actions (point) nil kind t))))

(defun seen-slip (file from to &rest wanted)
  "Put TO for FROM in FILE, and wait until WANTED is wrong; what is wrong."
  (seen-open file)
  (search-forward from)
  (replace-match to t t)
  (apply #'seen-find wanted))

(defun seen-line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(see "findings"
  (seen-open (concat manifests "wrong.pp") 2 20)
  (seen-find "no parameter named 'ensur'"))
(see "quick fix"
  (seen-act "quickfix" "ensure")
  (seen-line))
(see "hover"
  (seen-open (concat manifests "init.pp") 10 5)
  (seen-told #'eglot-hover-eldoc-function))
(see "definition"
  (seen-open (concat manifests "init.pp") 16 12)
  (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
  (format "%s:%d" (file-name-nondirectory (buffer-file-name)) (line-number-at-pos)))
(see "references"
  (seen-open (concat manifests "page.pp") 4 8)
  (sort (mapcar (lambda (each) (file-name-nondirectory (xref-location-group (xref-item-location each))))
                (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot)))
        #'string<))
(see "rename"
  (seen-open (concat manifests "page.pp") 4 31)
  (eglot-rename "folder")
  (mapcar (lambda (name) (with-current-buffer (find-file-noselect (expand-file-name (concat manifests name) root)) (buffer-string))) '("page.pp" "init.pp" "extra.pp")))
(see "signature"
  (seen-open (concat manifests "page.pp") 6 1)
  (insert "  $parts = split('a', \n")
  (backward-char)
  (prog1 (seen-told #'eglot-signature-eldoc-function)
    (delete-region (line-beginning-position) (1+ (point)))))
(see "completion"
  (seen-open (concat manifests "page.pp") 5 1)
  (insert "  service { 'a': ena\n")
  (backward-char)
  (completion-at-point)
  (seen-line))
(see "arrows"
  (seen-open (concat manifests "extra.pp") 3 1)
  (insert "  file { '/etc/a':\n    ensure => file,\n    content =\n  }\n")
  (forward-line -2)
  (end-of-line)
  (let ((last-command-event ?>) (last-input-event ?>)) (self-insert-command 1))
  (seen-until (lambda () (string-search "ensure  =>" (buffer-string))))
  (buffer-string))
(see "outline"
  (seen-open (concat manifests "init.pp"))
  (format "%S" (imenu--make-index-alist t)))
(see "symbols"
  (mapcar #'xref-item-summary (xref-backend-apropos 'eglot "extra")))
(see "fix all"
  (seen-open (concat manifests "old.pp") 3 1)
  (insert "  notice($osfamily)\n  notice($hostname)\n")
  (seen-find "'osfamily'" "'hostname'")
  (seen-act "source.fixAll")
  (buffer-string))
(see "settings"
  (insert "  notice($architecture)\n")
  (seen-find "'architecture'")
  (load (expand-file-name "../settings.el" root) nil t)
  (eglot-signal-didChangeConfiguration (eglot-current-server))
  (seen-find))
(when (fboundp 'eglot-inlay-hints-mode)  ; since Emacs 29
  (see "hints"
    (seen-open (concat manifests "page.pp") 5 1)
    (insert "  $sum = 1 + 2\n")
    (seen-send)
    (eglot-inlay-hints-mode 1)
    (seen-until (lambda ()
                  ;; What is shown is asked for when the window is drawn, which in batch it never is.
                  (eglot--update-hints-1 (point-min) (point-max))
                  (accept-process-output nil 0.2)
                  (seq-some (lambda (each) (or (overlay-get each 'before-string) (overlay-get each 'after-string)))
                            (overlays-in (point-min) (point-max)))))))
(see "data"
  (seen-open "data/common.yaml" 2 3)
  (seen-told #'eglot-hover-eldoc-function))
(see "template"
  (seen-open "modules/shop/templates/shop.conf.epp")
  (goto-char (point-max))
  (insert "name=<%= $nmae %>\n")
  (seen-find "'nmae'"))
(see "template in Ruby"
  (seen-open "modules/shop/templates/old.erb" 1 12)
  (seen-told #'eglot-hover-eldoc-function))
(see "Puppetfile"
  (seen-open "Puppetfile")
  (insert (seen-line) "\n")
  (seen-find "module 'stdlib' is already listed"))
(see "metadata" (seen-slip "modules/shop/metadata.json" "1.0.0" "1.0" "'1.0' is not a valid version"))
(see "hierarchy" (seen-slip "hiera.yaml" "path:" "pth:" "unrecognized key 'pth'"))
(see "environment" (seen-slip "environment.conf" "modulepath" "modulpath" "'modulpath' is not a setting"))
(see "task" (seen-slip "modules/shop/tasks/run.json" "parameters" "parametrs" "'parametrs' is not a field"))
(see "restart"
  (seen-open (concat manifests "wrong.pp"))
  (let ((before (jsonrpc--process (eglot-current-server))))
    (signal-process before 'kill)
    (seen-until (lambda ()
                  (let ((now (eglot-current-server)))
                    (and now (not (eq (jsonrpc--process now) before)) (jsonrpc-running-p now) (eglot-managed-p))))))
  (insert "$x = 1 / 0\n")
  (seen-until #'seen-findings))

(princ (json-encode seen))
