/**
 * Windows PowerShell 5.1, which every Windows has. The call stands in GA_CALL as JSON, the answer is a line of JSON:
 * `{"value": …}` or `{"refused": "why"}`.
 */
export const UIA_SCRIPT = String.raw`
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName UIAutomationClient, UIAutomationTypes, System.Windows.Forms
Add-Type -Namespace Ga -Name Win -MemberDefinition @'
[DllImport("user32.dll")] public static extern bool SetForegroundWindow(IntPtr h);
[DllImport("user32.dll")] public static extern bool ShowWindow(IntPtr h, int how);
[DllImport("user32.dll")] public static extern bool IsIconic(IntPtr h);
[DllImport("user32.dll")] public static extern bool SetWindowPos(IntPtr h, IntPtr after, int x, int y, int w, int hgt, uint flags);
'@
$call = $env:GA_CALL | ConvertFrom-Json
$E = [Windows.Automation.AutomationElement]
function Answer($value) { @{ value = $value } | ConvertTo-Json -Depth 100 -Compress }
function Refuse($why) { @{ refused = $why } | ConvertTo-Json -Compress; exit 0 }
function Pattern($element, $type) { $p = $null; if ($element.TryGetCurrentPattern($type, [ref]$p)) { $p } }

function Describe($e) {
  $c = $e.Cached
  $node = @{ id = ($e.GetCachedPropertyValue($E::RuntimeIdProperty) -join '.'); type = $c.ControlType.ProgrammaticName -replace '^ControlType\.', ''; name = $c.Name }
  if (-not $c.IsEnabled) { $node.disabled = $true }
  if ($c.IsOffscreen) { $node.offscreen = $true }
  if ($c.HasKeyboardFocus) { $node.focused = $true }
  if ($c.IsPassword) { $node.password = $true }
  if ($e.GetCachedPropertyValue($E::IsInvokePatternAvailableProperty)) { $node.invokable = $true }
  if ($e.GetCachedPropertyValue($E::IsValuePatternAvailableProperty) -and -not $c.IsPassword) { $node.value = [string]$e.GetCachedPropertyValue([Windows.Automation.ValuePattern]::ValueProperty) }
  if ($e.GetCachedPropertyValue($E::IsTogglePatternAvailableProperty)) { $node.toggle = [int]$e.GetCachedPropertyValue([Windows.Automation.TogglePattern]::ToggleStateProperty) }
  if ($e.GetCachedPropertyValue($E::IsSelectionItemPatternAvailableProperty) -and $e.GetCachedPropertyValue([Windows.Automation.SelectionItemPattern]::IsSelectedProperty)) { $node.selected = $true }
  if ($e.GetCachedPropertyValue($E::IsExpandCollapsePatternAvailableProperty)) { $node.expand = [int]$e.GetCachedPropertyValue([Windows.Automation.ExpandCollapsePattern]::ExpandCollapseStateProperty) }
  $r = $c.BoundingRectangle
  if (-not $r.IsEmpty) { $node.box = @([int]$r.X, [int]$r.Y, [int]$r.Width, [int]$r.Height) }
  $children = @($e.CachedChildren | ForEach-Object { Describe $_ })
  if ($children.Count) { $node.children = $children }
  $node
}

function Find($id) {
  $numbers = [int[]]($id -split '\.')
  $found = $E::RootElement.FindFirst([Windows.Automation.TreeScope]::Descendants, (New-Object Windows.Automation.PropertyCondition($E::RuntimeIdProperty, $numbers)))
  if (-not $found) { Refuse 'the node is gone. Read the tree again' }
  $found
}

switch ($call.name) {
  'tree' {
    $request = New-Object Windows.Automation.CacheRequest
    $request.TreeScope = [Windows.Automation.TreeScope]::Subtree
    foreach ($p in 'Name','ControlType','IsEnabled','IsOffscreen','HasKeyboardFocus','IsPassword','RuntimeId','BoundingRectangle','IsInvokePatternAvailable','IsValuePatternAvailable','IsTogglePatternAvailable','IsSelectionItemPatternAvailable','IsExpandCollapsePatternAvailable') { $request.Add($E::("$($p)Property")) }
    $request.Add([Windows.Automation.ValuePattern]::ValueProperty)
    $request.Add([Windows.Automation.TogglePattern]::ToggleStateProperty)
    $request.Add([Windows.Automation.SelectionItemPattern]::IsSelectedProperty)
    $request.Add([Windows.Automation.ExpandCollapsePattern]::ExpandCollapseStateProperty)
    Answer (Describe ($E::FromHandle([IntPtr][long]$call.window).GetUpdatedCache($request)))
  }
  'act' {
    $e = Find $call.key
    if ($call.action -eq 'focus') { $e.SetFocus() }
    elseif ($call.action -eq 'set-text') {
      $p = Pattern $e ([Windows.Automation.ValuePattern]::Pattern)
      if (-not $p -or $p.Current.IsReadOnly) { Refuse 'it takes no text. Use type after focusing it' }
      $p.SetValue([string]$call.value)
    }
    elseif ($call.action -eq 'select') {
      $target = $e
      if ($null -ne $call.value) {
        $x = Pattern $e ([Windows.Automation.ExpandCollapsePattern]::Pattern); if ($x) { $x.Expand() }
        $target = $e.FindFirst([Windows.Automation.TreeScope]::Descendants, (New-Object Windows.Automation.PropertyCondition($E::NameProperty, [string]$call.value)))
        if (-not $target) { if ($x) { $x.Collapse() }; Refuse "it has no option $($call.value)" }
      }
      $p = Pattern $target ([Windows.Automation.SelectionItemPattern]::Pattern)
      if (-not $p) { Refuse 'it cannot be selected' }
      $p.Select(); if ($x) { $x.Collapse() }
    }
    else {
      $i = Pattern $e ([Windows.Automation.InvokePattern]::Pattern); $t = Pattern $e ([Windows.Automation.TogglePattern]::Pattern)
      $s = Pattern $e ([Windows.Automation.SelectionItemPattern]::Pattern); $x = Pattern $e ([Windows.Automation.ExpandCollapsePattern]::Pattern)
      if ($i) { $i.Invoke() } elseif ($t) { $t.Toggle() } elseif ($s) { $s.Select() } elseif ($x) { if ($x.Current.ExpandCollapseState -eq 0) { $x.Expand() } else { $x.Collapse() } }
      else { Refuse 'it cannot be pressed. Use click, which presses where it lies' }
    }
    Answer $true
  }
  'bounds' { $r = (Find $call.key).Current.BoundingRectangle; Answer @([int]$r.X, [int]$r.Y, [int]$r.Width, [int]$r.Height) }
  'focus' { $h = [IntPtr][long]$call.window; if ([Ga.Win]::IsIconic($h)) { [void][Ga.Win]::ShowWindow($h, 9) }; Answer ([Ga.Win]::SetForegroundWindow($h)) }
  'move' { $flags = 0x14; if (-not $call.width) { $flags = 0x15 }; Answer ([Ga.Win]::SetWindowPos([IntPtr][long]$call.window, [IntPtr]::Zero, $call.x, $call.y, [int]$call.width, [int]$call.height, $flags)) }
  'read-clipboard' { if ([Windows.Forms.Clipboard]::ContainsText()) { Answer ([Windows.Forms.Clipboard]::GetText()) } else { Answer $null } }
  'write-clipboard' { if ($call.text) { [Windows.Forms.Clipboard]::SetText($call.text) } else { [Windows.Forms.Clipboard]::Clear() }; Answer $true }
}
`;
