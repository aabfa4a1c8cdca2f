<#
.SYNOPSIS
    Installs the program rigmill on Windows.
.DESCRIPTION
    irm https://github.com/rigmill/rigmill/releases/latest/download/install.ps1 | iex

    The archive is checked against its SHA-256 before anything is installed. Variables of the environment choose what is
    installed: RIGMILL_VERSION (default: the latest), RIGMILL_INSTALL_DIR (default: %LOCALAPPDATA%\Programs\rigmill), and
    RIGMILL_RELEASES for mirrors (default: https://github.com/rigmill/rigmill/releases).
#>
function Get-Setting([string] $Name, [string] $Default) {
    $value = [Environment]::GetEnvironmentVariable($Name)
    if ($value) { $value } else { $Default }
}

function Install-Rigmill {
    # In the function, so that a session that runs this with `iex` keeps its own settings.
    $ErrorActionPreference = 'Stop'
    # The progress bar slows downloads down in Windows PowerShell.
    $ProgressPreference = 'SilentlyContinue'
    # Windows PowerShell 5 does not offer TLS 1.2 by itself.
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

    # Windows on ARM runs the program for x86-64.
    $name = 'rigmill-x86_64-pc-windows-msvc'
    $version = Get-Setting 'RIGMILL_VERSION' 'latest'
    $folder = Get-Setting 'RIGMILL_INSTALL_DIR' (Join-Path $env:LOCALAPPDATA 'Programs\rigmill')
    $releases = Get-Setting 'RIGMILL_RELEASES' 'https://github.com/rigmill/rigmill/releases'
    $url = if ($version -eq 'latest') { "$releases/latest/download" } else { "$releases/download/v$($version.TrimStart('v'))" }

    $temporary = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory -Path $temporary | Out-Null
    try {
        $archive = Join-Path $temporary "$name.zip"
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip" -OutFile $archive
        Invoke-WebRequest -UseBasicParsing -Uri "$url/$name.zip.sha256" -OutFile "$archive.sha256"
        $expected = ((Get-Content -Raw "$archive.sha256") -split '\s+')[0]
        $found = (Get-FileHash -Algorithm SHA256 $archive).Hash
        if ($found -ne $expected) { throw "$url/$name.zip is damaged: its SHA-256 is $found, not $expected" }

        Expand-Archive -Path $archive -DestinationPath $temporary
        New-Item -ItemType Directory -Force -Path $folder | Out-Null
        Move-Item -Force (Join-Path $temporary "$name\rigmill.exe") (Join-Path $folder 'rigmill.exe')
    }
    finally {
        Remove-Item -Recurse -Force $temporary
    }
    $program = Join-Path $folder 'rigmill.exe'
    Write-Output "installed $(& $program --version) to $program"

    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($path -split ';') -notcontains $folder) {
        [Environment]::SetEnvironmentVariable('Path', "$folder;$path", 'User')
        Write-Output "added $folder to your PATH; open a new terminal to run rigmill"
    }
}

Install-Rigmill
